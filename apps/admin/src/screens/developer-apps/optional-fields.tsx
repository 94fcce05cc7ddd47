import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../parts/button';
import { Checkbox } from '../../parts/fields';
import { capital, type ScopeResource } from '../../parts/scopes';
import { useTexts } from '../../texts/texts';
import { type AppValues, requestedScopes, splitScopes } from './app-values';
import styles from './developer-apps.module.css';

interface OptionalFieldsProps {
  values: AppValues;
  onChange: (part: Partial<AppValues>) => void;
  all: readonly ScopeResource[];
}

/** Checkboxes that make requested scopes optional. Shop owners can select each optional scope. */
export function OptionalFields({ all, values, onChange }: OptionalFieldsProps): ReactNode {
  const t = useTexts();
  const id = useId();
  const requested = requestedScopes(values);
  const [isOpen, setOpen] = useState(values.optional_scopes.length > 0);
  if (requested.length === 0) return null;
  const isOptional = (scope: string): boolean => values.optional_scopes.includes(scope);
  const set = (scope: string, on: boolean): void =>
    onChange(
      splitScopes(requested, [
        ...values.optional_scopes.filter((each) => each !== scope),
        ...(on ? [scope] : []),
      ]),
    );
  return (
    <div>
      <Button
        size="small"
        look="quiet"
        icon={isOpen ? 'minus' : 'plus'}
        aria-expanded={isOpen}
        aria-controls={id}
        onPress={() => setOpen(!isOpen)}
      >
        {t('developerApps.field.optional_scopes')}
      </Button>
      <div id={id} role="group" aria-label={t('developerApps.field.optional_scopes')} hidden={!isOpen}>
        <p className={styles['soft']}>{t('developerApps.field.optional_scopes.description')}</p>
        {isOpen &&
          all
            .filter((scope) => requested.includes(scope.id))
            .map((scope) => (
              <Checkbox key={scope.id} isSelected={isOptional(scope.id)} onChange={(on) => set(scope.id, on)}>
                {capital(scope.attributes.sentence)}
              </Checkbox>
            ))}
      </div>
    </div>
  );
}
