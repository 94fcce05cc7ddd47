import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Erasure } from './erasure.entity';
import { ErasureRequest } from './erasure-request.entity';
import { Erasures } from './erasures';
import { ErasuresController } from './erasures.controller';

@Module({
  imports: [TypeOrmModule.forFeature([Erasure, ErasureRequest], 'auth')],
  controllers: [ErasuresController],
  providers: [Erasures],
})
export class ErasuresModule {}
