import { defineResource } from '@storewright/entities';
import { nextMember } from '@storewright/resources';
import { Import } from './import.entity';
import { importKinds, importStates } from './import-states';
import { ImportRow } from './import-row.entity';
import { UpdateImport } from './imports.dto';

export const imports = defineResource(Import, {
  type: 'imports',
  description: 'A CSV file of products or of inventory that is checked and then written.',
  path: '/api/imports',
  errors: { update: ['illegal_transition'] },
  meta: { next: nextMember({ state: importStates }) },
  takesMeta: false,
  sortable: ['created_at'],
  filterable: { kind: importKinds, state: Object.keys(importStates) },
  update: UpdateImport,
});

export const importRows = defineResource(ImportRow, {
  type: 'import_rows',
  description: 'A row of an imported file with its errors.',
  path: '/api/imports/:import_id/rows',
  sortable: ['number'],
  order: [
    { column: 'number', descending: false },
    { column: 'id', descending: false },
  ],
  filters: {
    failed: {
      description: 'true returns only rows with errors, false only rows without errors.',
      schema: { type: 'boolean' },
    },
  },
});
