import type { ReactNode } from 'react';
import type { Resource } from '../api/documents';
import { useTexts } from '../texts/texts';
import { Checkbox } from './fields';
import { Badge } from './notice';
import { actions } from './scope-presets';
import { resourceName } from './scope-words';
import styles from './scopes.module.css';
import { useSentences } from './sentences';

export interface ScopeAttributes {
  resource: string;
  action: string;
  /** Phrase that continues the sentence "This app will be able to …". */
  sentence: string;
  /** True if the scope allows access to names or addresses of customers. */
  personal_data: boolean;
}
export type ScopeResource = Resource<ScopeAttributes>;

/** A scope or event type with the sentence that describes it to shop owners. */
export type Sentence = Resource<{ resource: string; sentence: string; personal_data?: boolean }>;

export const useScopes = () => useSentences<ScopeResource>('/api/scopes', actions);

function byResource(all: readonly Sentence[]): [resource: string, scopes: Sentence[]][] {
  const groups = new Map<string, Sentence[]>();
  for (const scope of all)
    groups.set(scope.attributes.resource, [...(groups.get(scope.attributes.resource) ?? []), scope]);
  return [...groups];
}

/** Returns the sentences of the named scopes. For a scope without a sentence, returns the name of the scope. */
function found(all: readonly Sentence[], names: readonly string[]): Sentence[] {
  return names.map((id) => {
    const [resource = id] = id.split('.');
    return (
      all.find((each) => each.id === id) ?? { type: 'scopes', id, attributes: { resource, sentence: id } }
    );
  });
}

interface ScopeListProps {
  all: readonly Sentence[];
  level?: 3 | 4;
  /** Hides the personal data badges of scopes, because the page mentions personal data elsewhere. */
  hidePersonal?: boolean;
  scopes: readonly string[];
  added?: readonly string[];
  /** Scopes with the badge that the operator has not reviewed them. */
  unreviewed?: readonly string[];
  /** Scopes that the app no longer requests. These scopes are crossed out. */
  dropped?: readonly string[];
  /** Notes, keyed by scope. Each note appears after the description of its scope. */
  notes?: Readonly<Record<string, string>>;
}

export function ScopeList({
  all,
  scopes,
  added = [],
  unreviewed = [],
  dropped = [],
  level = 3,
  hidePersonal = false,
  notes = {},
}: ScopeListProps): ReactNode {
  const t = useTexts();
  const Heading = `h${level}` as const;
  return (
    <div className={styles['groups']}>
      {byResource(found(all, [...scopes, ...dropped])).map(([resource, group]) => (
        <section key={resource} className={styles['group']}>
          <Heading>{resourceName(t, resource)}</Heading>
          <ul>
            {group.map(({ id, attributes }) => (
              <li key={id} data-dropped={dropped.includes(id)}>
                <span>{capital(attributes.sentence)}</span>
                {attributes.personal_data && !hidePersonal && (
                  <Badge kind="warning">{t('scopes.personal')}</Badge>
                )}
                {added.includes(id) && <Badge kind="info">{t('scopes.new')}</Badge>}
                {unreviewed.includes(id) && <Badge kind="warning">{t('scopes.unreviewed')}</Badge>}
                {dropped.includes(id) && <Badge>{t('scopes.dropped')}</Badge>}
                {notes[id] !== undefined && <span className={styles['note']}>{notes[id]}</span>}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface EventPickerProps {
  all: readonly Sentence[];
  value: readonly string[];
  onChange: (events: string[]) => void;
}

/**
 * Checkboxes for webhook event types, grouped by resource. The checkbox of a group selects all event types of the
 * group.
 */
export function EventPicker({ all, value, onChange }: EventPickerProps): ReactNode {
  const t = useTexts();
  const set = (names: readonly string[], on: boolean): void => {
    const rest = value.filter((name) => !names.includes(name));
    const wanted = on ? [...rest, ...names] : rest;
    onChange(all.map(({ id }) => id).filter((id) => wanted.includes(id)));
  };
  return (
    <div className={styles['groups']}>
      {byResource(all).map(([resource, group]) => {
        const names = group.map(({ id }) => id);
        const ticked = names.filter((name) => value.includes(name)).length;
        return (
          <div key={resource} role="group" aria-label={resourceName(t, resource)} className={styles['group']}>
            <Checkbox
              isSelected={ticked === names.length}
              isIndeterminate={ticked > 0 && ticked < names.length}
              onChange={(on) => set(names, on)}
            >
              <strong>{resourceName(t, resource)}</strong>
            </Checkbox>
            <div className={styles['nested']}>
              {group.map(({ id, attributes }) => (
                <Checkbox
                  key={id}
                  isSelected={value.includes(id)}
                  onChange={(on) => set([id], on)}
                  description={<code>{id}</code>}
                >
                  {capital(attributes.sentence)}
                </Checkbox>
              ))}
            </div>
          </div>
        );
      })}
    </div>
  );
}

export function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
