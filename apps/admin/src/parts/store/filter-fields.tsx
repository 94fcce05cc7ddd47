import { type ReactNode, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useShop } from '../../session/shop';
import { type TextId, useTexts } from '../../texts/texts';
import { TextInput } from '../fields';
import { Select } from '../select';
import { AppFilter } from './app-filter';
import { kinds } from './attributes';
import { type ListDefinition, type ListFilter, parametersOf, searchWith, wishesOf } from './list-address';
import { wordsOf } from './list-chips';
import styles from './list-tools.module.css';

/** Fields for all filters and the sort order of a list. Each change of a field applies immediately. */
export default function FilterFields({ definition }: { definition: ListDefinition }): ReactNode {
  const t = useTexts();
  const { search } = useLocation();
  const navigate = useNavigate();
  const { values, sort } = wishesOf(definition, search);
  const set = (parameter: string, value: string): void =>
    void navigate({ search: searchWith(definition, search, { [parameter]: value }) });
  return (
    <div className={styles['filters']}>
      {definition.filters.map((filter) => (
        <FilterInput key={filter.name} filter={filter} values={values} onChange={set} />
      ))}
      <Select
        label={t('list.sort')}
        options={definition.sorts
          .flatMap((field) => [field, `-${field}`])
          .map((id) => ({ id, text: t(`list.sort.${id}` as TextId) }))}
        value={sort}
        onChange={(value) => set('sort', value === definition.sort ? '' : value)}
      />
    </div>
  );
}

interface FilterInputProps {
  filter: ListFilter;
  values: Readonly<Record<string, string>>;
  onChange: (parameter: string, value: string) => void;
}

function FilterInput({ filter, values, onChange }: FilterInputProps): ReactNode {
  const t = useTexts();
  const { currency } = useShop();
  const name = t(filter.title);
  const [low = '', high = ''] = parametersOf(filter);
  if (filter.kind === 'words')
    return (
      <Select
        label={name}
        options={[
          { id: '', text: t(filter.all) },
          ...[...new Set([...filter.words, ...(values[low] ? [values[low]] : [])])].map((id) => ({
            id,
            text: wordsOf(t, filter, id),
          })),
        ]}
        value={values[low] ?? ''}
        onChange={(word) => onChange(low, word)}
      />
    );
  if (filter.kind === 'choice')
    return <ChoiceInput filter={filter} value={values[low] ?? ''} onChange={(id) => onChange(low, id)} />;
  if (filter.kind === 'app')
    return (
      <AppFilter
        label={name}
        all={t(filter.all)}
        value={values[low] ?? ''}
        onChange={(id) => onChange(low, id)}
      />
    );
  const field = (parameter: string, label: string): ReactNode => (
    <ValueInput
      kind={filter.kind}
      label={label}
      currency={currency}
      value={values[parameter] ?? ''}
      onChange={(value) => onChange(parameter, value)}
    />
  );
  if (filter.kind === 'tag') return field(low, name);
  const unit = filter.kind === 'amounts' ? ` (${currency})` : '';
  return (
    <div className={styles['range']}>
      {field(low, t('list.filters.lowest', { filter: name }) + unit)}
      {field(high, t('list.filters.highest', { filter: name }) + unit)}
    </div>
  );
}

interface ChoiceInputProps {
  filter: Extract<ListFilter, { kind: 'choice' }>;
  value: string;
  onChange: (value: string) => void;
}

/** A select of filter values. The value in the URL stays an option even if the loaded values do not contain it. */
function ChoiceInput({ filter: { title, all, useValues }, value, onChange }: ChoiceInputProps): ReactNode {
  const t = useTexts();
  const values = [...new Set([...useValues(), ...(value === '' ? [] : [value])])];
  return (
    <Select
      label={t(title)}
      options={[{ id: '', text: t(all) }, ...values.map((id) => ({ id, text: id }))]}
      value={value}
      onChange={onChange}
    />
  );
}

interface ValueInputProps {
  kind: ListFilter['kind'];
  label: string;
  currency: string;
  value: string;
  onChange: (value: string) => void;
}

/** A filter field for a tag, a day or an amount. A day applies immediately. Other values apply on Enter and on blur. */
function ValueInput({ kind, label, currency, value, onChange }: ValueInputProps): ReactNode {
  const amount = kinds.amount(currency);
  const shown = kind === 'amounts' && value !== '' ? amount.read(Number(value)) : value;
  const [typed, setTyped] = useState(shown);
  // Replaces the value in the filter field when the value in the URL changes.
  const [last, setLast] = useState(value);
  if (value !== last) {
    setLast(value);
    setTyped(shown);
  }
  const [isWrong, setWrong] = useState(false);
  const apply = (text: string): void => {
    const written = kind === 'amounts' && text.trim() !== '' ? amount.write(text) : text.trim();
    setWrong(written === undefined || written === null);
    if (written !== undefined && written !== null && String(written) !== value) onChange(String(written));
  };
  return (
    <TextInput
      label={label}
      type={kind === 'days' ? 'date' : 'text'}
      {...(kind === 'amounts' && { inputMode: 'decimal' as const })}
      autoComplete="off"
      isInvalid={isWrong}
      value={typed}
      onChange={(text) => {
        setTyped(text);
        // Ignores a day with an incomplete year while the user types.
        if (kind === 'days' && text >= '1970') apply(text);
      }}
      onBlur={() => apply(typed)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply(typed);
        // React Aria would keep Escape from closing the filters.
        else event.continuePropagation();
      }}
    />
  );
}
