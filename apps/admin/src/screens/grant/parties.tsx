import type { ReactNode } from 'react';
import type { ShopApp } from '../../api/shop-apps';
import { AppIcon } from '../../parts/app-icon';
import { Icon } from '../../parts/icon';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import styles from './grant.module.css';

export function Parties({ app }: { app: ShopApp }): ReactNode {
  const t = useTexts();
  const shop = useShop();
  const { name, maker, install_host, icon_url } = app.attributes;
  return (
    <div role="group" aria-label={t('grant.parties')} className={styles['parties']}>
      <Party
        kind={t('grant.app')}
        name={name}
        icon={icon_url}
        about={[t('grant.maker', { maker }), install_host]}
      />
      <span className={styles['arrow']} aria-hidden="true">
        <Icon name="chevron" />
      </span>
      <Party kind={t('grant.shop')} name={shop.name} icon={shop.logoUrl} about={[shop.domain]} />
    </div>
  );
}

interface PartyProps {
  kind: string;
  name: string;
  icon: string | null;
  about: readonly string[];
}

/** Isolates the text direction of a name, because names can be in any script. */
function Party({ kind, name, icon, about }: PartyProps): ReactNode {
  return (
    <div className={styles['party']}>
      <AppIcon name={name} url={icon} />
      <div className={styles['names']}>
        <p className={styles['name']}>
          <span className={styles['visuallyHidden']}>{kind}: </span>
          <bdi>{name}</bdi>
        </p>
        {about.map((each) => (
          <p key={each}>
            <bdi>{each}</bdi>
          </p>
        ))}
      </div>
    </div>
  );
}
