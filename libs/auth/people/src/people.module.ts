import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Shop } from '@storewright/entities';
import { Owner } from './owner.entity';
import { Owners } from './owners';
import { NewPasswords } from './passwords/new-passwords';
import { Passwords } from './passwords/passwords';

/** People and their passwords. The application must provide LEAKED_PASSWORDS_URL. */
@Module({
  imports: [TypeOrmModule.forFeature([Owner, Shop], 'auth')],
  providers: [Owners, Passwords, NewPasswords],
  exports: [Owners, Passwords, NewPasswords],
})
export class PeopleModule {}
