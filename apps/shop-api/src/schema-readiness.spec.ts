import { testSchemaReadiness } from '@storewright/api-testing';

testSchemaReadiness('shop-api', { role: 'shop', schemas: ['auth', 'shop'] });
