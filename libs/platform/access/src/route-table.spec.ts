import {
  All,
  Controller,
  Delete,
  Get,
  Head,
  type INestApplicationContext,
  Module,
  Patch,
  Post,
  Put,
  type Type,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type Access, DeclareAccess, Public, Scope } from './declaration';
import { printedRoutes, routeTable } from './route-table';
import { StepUpByAttribute, StepUpNotRequired, StepUpRequired, StepUpRequiredExcept } from './step-up';

async function tableOf(...controllers: Type[]) {
  @Module({ controllers })
  class Routes {}
  let application: INestApplicationContext | undefined;
  try {
    application = await NestFactory.createApplicationContext(Routes, { logger: false, abortOnError: false });
    return routeTable(application);
  } finally {
    await application?.close();
  }
}

@Controller('api/meta')
class MetaRoutes {
  @Get()
  @Scope('meta.collection')
  list() {}
  @Get(':id')
  @Scope('meta.get')
  get() {}
  @Post()
  @Scope('meta.post')
  create() {}
  /** Not a route: it has no HTTP method decorator. */
  helper() {}
}

@Controller('api')
class IndexRoutes {
  @Get(['', 'index'])
  @Public('it only lists addresses')
  index() {}
  @Delete('sessions')
  @DeclareAccess({ kind: 'session' })
  @StepUpNotRequired('every session can end itself')
  signOut() {}
}

describe('routeTable', () => {
  it('lists all routes with their access requirements, sorted by path', async () => {
    expect(printedRoutes(await tableOf(MetaRoutes, IndexRoutes)).split('\n')).toEqual([
      'GET    /api           public, because it only lists addresses',
      'GET    /api/index     public, because it only lists addresses',
      'GET    /api/meta      meta.collection',
      'POST   /api/meta      meta.post',
      'GET    /api/meta/:id  meta.get',
      'DELETE /api/sessions  session, without a step-up (every session can end itself)',
    ]);
  });

  it('throws for a route of any HTTP method that declares no access requirement', async () => {
    for (const method of [Get, Post, Head, All]) {
      @Controller('open')
      class Forgetful {
        @method('door')
        enter() {}
      }
      await expect(tableOf(MetaRoutes, Forgetful)).rejects.toThrow('Forgetful.enter declares no access');
    }
  });

  it('throws for a route in a base class that declares no access requirement', async () => {
    class Inherited {
      @Get('inherited')
      enter() {}
    }
    @Controller('heir')
    class Heir extends Inherited {
      @Get('own')
      @Public('for the test')
      own() {}
    }
    await expect(tableOf(Heir)).rejects.toThrow('Heir.enter declares no access');
  });

  it('lists an inherited route once, with the access requirement of the subclass', async () => {
    class Inherited {
      @Get('a')
      @Scope('meta.get')
      a() {}
      @Get('b')
      @Scope('meta.get')
      b() {}
    }
    @Controller('heir')
    class Heir extends Inherited {
      @Get('b')
      @Scope('meta.post')
      override b() {}
    }
    expect(await tableOf(Heir)).toEqual([
      { method: 'GET', path: '/heir/a', access: { kind: 'scope', scope: 'meta.get' } },
      { method: 'GET', path: '/heir/b', access: { kind: 'scope', scope: 'meta.post' } },
    ]);
  });

  it('throws for an access requirement on the controller class, which no guard would enforce', async () => {
    @Controller('class')
    @(Public('everything') as unknown as ClassDecorator)
    class Declared {
      @Get()
      enter() {}
    }
    await expect(tableOf(Declared)).rejects.toThrow('Declared.enter declares no access');
  });

  it('lists the step-up requirement of each route', async () => {
    @Controller('things')
    class Things {
      @Post()
      @DeclareAccess({ kind: 'session' })
      @StepUpRequired()
      create() {}
      @Delete(':id')
      @DeclareAccess({ kind: 'session' })
      @StepUpRequiredExcept('current', 'it is the own one')
      end() {}
      @Patch(':id')
      @DeclareAccess({ kind: 'session' })
      @StepUpByAttribute<{ url: string; name?: string; locked?: boolean; check: () => void }>({
        url: 'required',
        name: { notRequired: 'it is a label' },
        locked: { requiredUnless: true },
      })
      change() {}
    }
    expect(printedRoutes(await tableOf(Things)).split('\n')).toEqual([
      'POST   /things      session, with a step-up',
      'DELETE /things/:id  session, with a step-up, except for "current" (it is the own one)',
      'PATCH  /things/:id  session, with a step-up for url, locked: false',
    ]);
  });

  it.each([Post, Put, Patch, Delete, All])(
    'throws for a state-changing route without a step-up declaration, and names the route and controller',
    async (method) => {
      for (const kind of ['session', 'form', 'client', 'bearer'] as const) {
        @Controller('api/things')
        class Forgetful {
          @method(':id')
          @DeclareAccess({ kind })
          change() {}
        }
        await expect(tableOf(MetaRoutes, Forgetful)).rejects.toThrow(
          /^[A-Z]+ \/api\/things\/:id \(Forgetful\.change\) declares no step-up. Add @StepUpRequired\(\)/,
        );
      }
    },
  );

  it('throws for a step-up requirement on a route that accepts requests without a session', async () => {
    for (const access of [
      { kind: 'public', because: 'a test' },
      { kind: 'client' },
      { kind: 'bearer' },
      { kind: 'session', shop: 'any member', orToken: 'meta.post' },
      { kind: 'scope', scope: 'meta.post' },
    ] satisfies Access[]) {
      @Controller('things')
      class Open {
        @Post()
        @DeclareAccess(access)
        @StepUpRequired()
        create() {}
      }
      await expect(tableOf(Open)).rejects.toThrow('POST /things (Open.create) requires a step-up but');
    }
  });

  it('returns an empty text for an application without routes', () => {
    expect(printedRoutes([])).toBe('');
  });
});
