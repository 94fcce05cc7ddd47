import type { ReactNode } from 'react';
import { useDialogForNew } from '../../parts/addressed-dialog';
import { Button } from '../../parts/button';
import { type Code, codeKinds } from '../../api/store';
import { plainAction } from '../../parts/store/bulk/bulk-actions';
import type { ListDefinition } from '../../parts/store/list-address';
import { RowLink } from '../../parts/store/object-link';
import { filterByDays, filterByWords } from '../../parts/store/store-filters';
import { StoreList } from '../../parts/store/store-list';
import { WordBadge } from '../../parts/store/words';
import type { Column } from '../../parts/table';
import { Time } from '../../parts/time';
import { type Texts, useTexts } from '../../texts/texts';
import { NewCode } from './new-code';
import { Usage } from './usage';
import { useWorth } from './worth';

const definition: ListDefinition = {
  path: '/api/codes',
  sort: '-updated_at',
  sorts: ['code', 'updated_at'],
  filters: [filterByWords('kind', codeKinds), filterByDays('updated_at')],
};

export default function Codes(): ReactNode {
  const t = useTexts();
  const worth = useWorth();
  const [isOpen, setOpen] = useDialogForNew();
  return (
    <>
      <StoreList<Code>
        type="codes"
        definition={definition}
        bulk={{
          nameOf: ({ attributes }) => attributes.code,
          actions: [
            plainAction('enable', t('code.enable'), { enabled: true }),
            plainAction('disable', t('code.disable'), { enabled: false }),
          ],
        }}
        columns={() => columns(t, worth)}
        actions={
          <Button look="primary" icon="plus" needs="codes.post" onPress={() => setOpen(true)}>
            {t('code.add')}
          </Button>
        }
      />
      <NewCode isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

function columns(t: Texts, worth: ReturnType<typeof useWorth>): Column<Code>[] {
  return [
    {
      title: t('code.code'),
      sort: 'code',
      isName: true,
      cell: ({ id, attributes }) => (
        <RowLink to={`/codes/${id}`}>
          <code>{attributes.code}</code>
        </RowLink>
      ),
    },
    {
      id: 'kind',
      title: t('store.filter.kind'),
      isPlain: true,
      cell: ({ attributes }) => t(`store.word.${attributes.kind}`),
    },
    {
      id: 'value',
      title: t('code.value'),
      isPlain: true,
      importance: 'high',
      cell: ({ attributes }) => worth(attributes),
    },
    {
      id: 'status',
      title: t('store.filter.status'),
      importance: 'always',
      cell: ({ attributes }) => <WordBadge word={attributes.status} />,
    },
    {
      id: 'uses',
      title: t('code.uses'),
      end: true,
      cell: (code) => <Usage code={code} />,
    },
    {
      id: 'ends',
      title: t('code.ends'),
      cell: ({ attributes }) => <Time value={attributes.ends_at} form="date" />,
    },
  ];
}
