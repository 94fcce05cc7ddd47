export * from './nonce';
export * from './sealed-secret';
export * from './sealed-text';
export * from './token';
