import { type ReactNode, useId } from 'react';
import { Checkbox } from '../../parts/fields';
import { Badge } from '../../parts/notice';
import { capital, type Sentence } from '../../parts/scopes';
import { useTexts } from '../../texts/texts';
import styles from './grant.module.css';

interface OptionalScopesProps {
  names: readonly string[];
  /** Optional scopes that the app requests in the URL of the grant screen. */
  requested: readonly string[];
  selected: readonly string[];
  unreviewed: readonly string[];
  all: readonly Sentence[];
  onChange: (selected: string[]) => void;
}

/**
 * Checkboxes for optional and withdrawn scopes. Scopes in the URL of the grant screen come first. The URL
 * selects scopes only for an agent.
 */
export function OptionalScopes({
  names,
  requested,
  selected,
  unreviewed,
  all,
  onChange,
}: OptionalScopesProps): ReactNode {
  const t = useTexts();
  const title = useId();
  if (names.length === 0) return null;
  const isRequested = (name: string): boolean => requested.includes(name);
  const set = (name: string, on: boolean): void =>
    onChange(names.filter((each) => (each === name ? on : selected.includes(each))));
  const badgesOf = (name: string, attributes: Sentence['attributes'] | undefined): ReactNode => (
    <>
      {isRequested(name) && <Badge kind="info">{t('grant.optional.requested')}</Badge>}
      {attributes?.personal_data && <Badge kind="warning">{t('scopes.personal')}</Badge>}
      {unreviewed.includes(name) && <Badge kind="warning">{t('scopes.unreviewed')}</Badge>}
    </>
  );
  return (
    <section role="group" aria-labelledby={title} className={styles['sentences']}>
      <h2 id={title}>{t('grant.optional')}</h2>
      <p className={styles['soft']}>{t('grant.optional.lead')}</p>
      {[...names.filter(isRequested), ...names.filter((name) => !isRequested(name))].map((name) => {
        const attributes = all.find(({ id }) => id === name)?.attributes;
        return (
          <Checkbox
            key={name}
            isSelected={selected.includes(name)}
            onChange={(on) => set(name, on)}
            description={badgesOf(name, attributes)}
          >
            {attributes ? capital(attributes.sentence) : name}
          </Checkbox>
        );
      })}
    </section>
  );
}
