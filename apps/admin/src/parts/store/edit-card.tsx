import { type ReactNode, useState } from 'react';
import type { Resource } from '../../api/documents';
import type { Known } from '../../api/store';
import { useMay } from '../../session/membership';
import { useTexts } from '../../texts/texts';
import { Button } from '../button';
import { Form } from '../form';
import { Card } from '../layout';
import { Notice } from '../notice';
import { useDraft, useStored } from '../unsaved/drafts';
import { AttributeFacts, AttributeInputs, refusalsOf, useWrong } from './attribute-inputs';
import { type AttributeField, attributesOf, type Typed, typedOf } from './attributes';
import type { Changing } from './known';
import styles from './store.module.css';

interface EditCardProps<R extends Resource<object>> {
  title: string;
  fields: readonly AttributeField[];
  known: Known<R>;
  changing: Changing<R>;
}

/** A card with editable attributes. Read-only for users without the permission to change the attributes. */
export function EditCard<R extends Resource<object>>(props: EditCardProps<R>): ReactNode {
  const may = useMay();
  const { title, fields, known } = props;
  if (may(`${known.object.type}.patch`)) return <Editor {...props} />;
  return (
    <Card title={title}>
      <AttributeFacts fields={fields} values={typedOf(fields, known.object.attributes)} />
    </Card>
  );
}

/**
 * A form with attributes of an object. Saves only if the loaded version is current. If a newer version has
 * conflicting changes, the user selects the values to save.
 */
function Editor<R extends Resource<object>>({ title, fields, known, changing }: EditCardProps<R>): ReactNode {
  const editing = useEditing(fields, known);
  const { typed, changed, isConflict, base } = editing;
  const check = useWrong(fields, typed);
  const submit = async (): Promise<void> => {
    const sent = fields.filter(({ name }) => changed.includes(name));
    if (await changing.send(base, attributesOf(sent, typed), editing.isConflicting)) editing.forget();
  };
  return (
    <Card title={title}>
      <Form
        onSubmit={submit}
        fields={fields.map(({ name }) => name)}
        check={check}
        fieldTexts={refusalsOf(fields)}
        edits={{ ...editing, isChanged: changed.length > 0, isKept: true, discard: editing.forget }}
        saveBar={{ title, isUnavailable: isConflict }}
      >
        {() => (
          <>
            {isConflict && <Conflict fields={fields} latest={known} editing={editing} />}
            <AttributeInputs fields={fields} typed={typed} onChange={editing.type} />
          </>
        )}
      </Form>
    </Card>
  );
}

interface Editing<R extends Resource<object>> {
  /** Version of the object before the edits. */
  base: Known<R>;
  typed: Typed;
  changed: string[];
  /** True if the unsaved edits come from a stored draft. */
  isRestored: boolean;
  isConflict: boolean;
  /** True if a newer version changed one of the edited fields. */
  isConflicting: (newer: Known<R>) => boolean;
  type: (name: string, text: string) => void;
  /** Applies the edits to the newest version of the object. */
  keep: () => void;
  forget: () => void;
}

/** Unsaved edits of an object, and the version of the object before the edits. */
interface Draft<R extends Resource<object>> {
  base: Known<R>;
  own: Typed;
}

/** Returns the edit state of an object. The fields show the newest version until the user edits a field. */
function useEditing<R extends Resource<object>>(
  fields: readonly AttributeField[],
  known: Known<R>,
): Editing<R> {
  const { type, id } = known.object;
  const { stored, store } = useDraft<Draft<R>>(`${type}/${id}/${fields.map(({ name }) => name).join()}`);
  const [base, setBase] = useState(stored?.base ?? known);
  const [own, setOwn] = useState<Typed>(stored?.own ?? {});
  const [isRestored, setRestored] = useState(stored !== undefined);
  const before = typedOf(fields, base.object.attributes);
  const changed = Object.keys(own).filter((name) => own[name] !== before[name]);
  const isConflicting = ({ object }: Known<R>): boolean => {
    const latest = typedOf(fields, object.attributes);
    return fields.some(({ name }) => latest[name] !== before[name]);
  };
  const isNewer = base.etag !== known.etag;
  const isConflict = isNewer && changed.length > 0 && isConflicting(known);
  // Rebases the edits on a newer version that did not change the edited fields.
  if (isNewer && !isConflict) setBase(known);
  useStored(store, changed.length > 0 ? { base, own } : undefined);
  return {
    base,
    isRestored: isRestored && changed.length > 0,
    typed: { ...before, ...own },
    changed,
    isConflict,
    isConflicting,
    type: (name, text) => setOwn((now) => ({ ...now, [name]: text })),
    keep: () => setBase(known),
    forget: () => {
      store(undefined);
      setRestored(false);
      setOwn({});
      setBase(known);
    },
  };
}

function Conflict<R extends Resource<object>>({
  fields,
  latest,
  editing: { base, keep, forget },
}: {
  fields: readonly AttributeField[];
  latest: Known<R>;
  editing: Editing<R>;
}): ReactNode {
  const t = useTexts();
  const [before, now] = [base, latest].map(({ object }) => typedOf(fields, object.attributes));
  return (
    <Notice
      kind="warning"
      live
      title={t('store.conflict.title')}
      actions={
        <>
          <Button size="small" onPress={keep}>
            {t('store.conflict.keep')}
          </Button>
          <Button size="small" onPress={forget}>
            {t('store.conflict.theirs')}
          </Button>
        </>
      }
    >
      <p>{t('store.conflict')}</p>
      <ul className={styles['changes']}>
        {fields
          .filter(({ name }) => before![name] !== now![name])
          .map(({ name, label }) => (
            <li key={name}>
              {label}: <del>{before![name] || '–'}</del> <ins>{now![name] || '–'}</ins>
            </li>
          ))}
      </ul>
    </Notice>
  );
}
