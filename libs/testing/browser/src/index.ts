export * from './launched-browser';
export * from './look';
export * from './watch';
