export * from './access-token.resource';
export * from './access-tokens.module';
