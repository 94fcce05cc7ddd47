export * from './nonce';
export * from './sealed-secret';
export * from './token';
