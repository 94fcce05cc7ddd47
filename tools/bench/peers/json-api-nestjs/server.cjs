'use strict';

/**
 * Serves products with json-api-nestjs: one entity and its module, set up as in the README of
 * json-api-nestjs. Receives the database URL from the parent process and reports its port.
 */
require('reflect-metadata');
const { Module } = require('@nestjs/common');
const { NestFactory } = require('@nestjs/core');
const { TypeOrmModule } = require('@nestjs/typeorm');
const { JsonApiModule } = require('json-api-nestjs');
const { Column, Entity, PrimaryGeneratedColumn } = require('typeorm');
const { ParseUUIDPipe } = require('@nestjs/common');

class Products {}
const column = (name, type, decorate) => {
  decorate(Products.prototype, name);
  Reflect.defineMetadata('design:type', type, Products.prototype, name);
};
column('id', String, PrimaryGeneratedColumn('uuid'));
column('title', String, Column('text'));
column('handle', String, Column('text', { unique: true }));
column('description', String, Column('text', { nullable: true }));
column('status', String, Column('text', { default: 'draft' }));
column('published_at', Date, Column('timestamptz', { nullable: true }));
column('created_at', Date, Column('timestamptz', { default: () => 'now()' }));
column('updated_at', Date, Column('timestamptz', { default: () => 'now()' }));
Entity({ name: 'products', schema: 'peer' })(Products);

process.once('message', async ({ databaseUrl }) => {
  class Peer {}
  Module({
    imports: [
      TypeOrmModule.forRoot({
        ...{ type: 'postgres', url: databaseUrl, entities: [Products], logging: false },
        extra: { max: 10 },
      }),
      JsonApiModule.forRoot({
        entities: [Products],
        options: { requiredSelectField: false, pipeForId: ParseUUIDPipe },
      }),
    ],
  })(Peer);
  const app = await NestFactory.create(Peer, { logger: ['error'] });
  await app.listen(0, '127.0.0.1');
  process.send(app.getHttpServer().address().port);
});
process.once('disconnect', () => process.exit(0));
