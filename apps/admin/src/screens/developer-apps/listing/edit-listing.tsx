import { type ReactNode, useState } from 'react';
import { categories, type ListingTexts } from '../../../api/directory';
import { Checkbox, TextAreaInput, TextInput } from '../../../parts/fields';
import { Form } from '../../../parts/form';
import { Card } from '../../../parts/layout';
import { useCategoryName } from '../../../parts/listing/listing-words';
import { toast } from '../../../parts/toast';
import { useTexts } from '../../../texts/texts';
import styles from '../developer-apps.module.css';
import { changeListing, type KnownListing, useListingChanged } from './listing';

const MAX_CATEGORIES = 3;

/** Form values of an app directory listing. An empty string stands for null. */
type Values = { [K in keyof ListingTexts]: Exclude<ListingTexts[K], null> };

const names = [
  ...(['name', 'tagline', 'description', 'categories'] as const),
  ...(['developer_name', 'support_url', 'privacy_url'] as const),
];

function valuesOf(texts: ListingTexts): Values {
  return {
    ...{ name: texts.name, developer_name: texts.developer_name, categories: texts.categories },
    ...{ tagline: texts.tagline ?? '', description: texts.description ?? '' },
    ...{ support_url: texts.support_url ?? '', privacy_url: texts.privacy_url ?? '' },
  };
}

function changesOf(before: Values, now: Values): Partial<ListingTexts> {
  const changed = names.filter((name) => String(before[name]) !== String(now[name]));
  const sent = (value: string | string[]) => (typeof value === 'string' ? value.trim() || null : value);
  return Object.fromEntries(changed.map((name) => [name, sent(now[name])]));
}

export function EditListing({ known }: { known: KnownListing }): ReactNode {
  const t = useTexts();
  const { listing } = known;
  const changed = useListingChanged(listing.id);
  const before = valuesOf(listing.attributes);
  const [values, setValues] = useState(before);
  const changes = changesOf(before, values);
  const change = (part: Partial<Values>): void => setValues((now) => ({ ...now, ...part }));
  const save = async (): Promise<void> => {
    await changeListing(known, changes);
    await changed();
    toast(t('developerApps.listing.saved', { app: listing.attributes.name }));
  };
  const isChanged = Object.keys(changes).length > 0;
  return (
    <Card title={t('developerApps.listing.texts')}>
      <div className={styles['form']}>
        <Form
          onSubmit={save}
          fields={names}
          edits={{ isChanged, discard: () => setValues(before) }}
          saveBar={{ title: t('developerApps.listing.texts') }}
        >
          {() => <Fields values={values} onChange={change} />}
        </Form>
      </div>
    </Card>
  );
}

function Fields({
  values,
  onChange,
}: {
  values: Values;
  onChange: (part: Partial<Values>) => void;
}): ReactNode {
  const t = useTexts();
  const categoryName = useCategoryName();
  const line = (name: 'name' | 'tagline' | 'developer_name', maxLength: number) => (
    <TextInput
      label={t(`developerApps.listing.field.${name}`)}
      name={name}
      maxLength={maxLength}
      value={values[name]}
      onChange={(text) => onChange({ [name]: text })}
    />
  );
  const address = (name: 'support_url' | 'privacy_url') => (
    <TextInput
      label={t(`developerApps.listing.field.${name}`)}
      name={name}
      inputMode="url"
      value={values[name]}
      onChange={(text) => onChange({ [name]: text })}
    />
  );
  const toggle = (category: string, isOn: boolean): void =>
    onChange({
      categories: isOn
        ? [...values.categories, category]
        : values.categories.filter((each) => each !== category),
    });
  return (
    <>
      {line('name', 100)}
      {line('tagline', 80)}
      <TextAreaInput
        label={t('developerApps.listing.field.description')}
        name="description"
        rows={8}
        maxLength={4000}
        value={values.description}
        onChange={(description) => onChange({ description })}
      />
      <div role="group" aria-label={t('developerApps.listing.field.categories')}>
        <p>{t('developerApps.listing.categories', { count: MAX_CATEGORIES })}</p>
        {categories.map((category) => {
          const isOn = values.categories.includes(category);
          return (
            <Checkbox
              key={category}
              isSelected={isOn}
              isDisabled={!isOn && values.categories.length >= MAX_CATEGORIES}
              onChange={(on) => toggle(category, on)}
            >
              {categoryName(category)}
            </Checkbox>
          );
        })}
      </div>
      {line('developer_name', 100)}
      {address('support_url')}
      {address('privacy_url')}
    </>
  );
}
