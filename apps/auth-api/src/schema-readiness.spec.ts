import { testSchemaReadiness } from '@storewright/api-testing';

testSchemaReadiness('auth-api', { role: 'auth', schemas: ['auth'] });
