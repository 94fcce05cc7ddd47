import {
  All,
  Controller,
  Delete,
  Get,
  Head,
  type INestApplicationContext,
  Module,
  Post,
  type Type,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DeclareAccess, Public, Scope } from './declaration';
import { printedRoutes, routeTable } from './route-table';

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
  /** No route: it has no method. */
  helper() {}
}

@Controller('api')
class IndexRoutes {
  @Get(['', 'index'])
  @Public('it only lists addresses')
  index() {}
  @Delete('sessions')
  @DeclareAccess({ kind: 'session' })
  signOut() {}
}

describe('the route table', () => {
  it('lists each route with who may use it, sorted by address', async () => {
    expect(printedRoutes(await tableOf(MetaRoutes, IndexRoutes)).split('\n')).toEqual([
      'GET    /api           public, because it only lists addresses',
      'GET    /api/index     public, because it only lists addresses',
      'GET    /api/meta      meta.collection',
      'POST   /api/meta      meta.post',
      'GET    /api/meta/:id  meta.get',
      'DELETE /api/sessions  session',
    ]);
  });

  it('is refused for a route that says nothing, whatever its method', async () => {
    for (const method of [Get, Post, Head, All]) {
      @Controller('open')
      class Forgetful {
        @method('door')
        enter() {}
      }
      await expect(tableOf(MetaRoutes, Forgetful)).rejects.toThrow(
        'Forgetful.enter declares neither a scope nor',
      );
    }
  });

  it('is refused for a route that says nothing in a class that others extend', async () => {
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
    await expect(tableOf(Heir)).rejects.toThrow('Heir.enter declares neither a scope nor');
  });

  it('has inherited routes once, as the class has them that is used', async () => {
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

  it('is refused for a route whose declaration is on the class, where nobody reads it', async () => {
    @Controller('class')
    @(Public('everything') as unknown as ClassDecorator)
    class Declared {
      @Get()
      enter() {}
    }
    await expect(tableOf(Declared)).rejects.toThrow('Declared.enter declares neither');
  });

  it('can be printed without a route', () => {
    expect(printedRoutes([])).toBe('');
  });
});
