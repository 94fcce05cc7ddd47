import { type DynamicModule, Module } from '@nestjs/common';
import { AUTH_LISTEN_URL, SEALING_KEYS } from '@storewright/access';
import { UNUSED_TOKEN_DAYS } from '@storewright/access-tokens';
import { AUDIT_SETTINGS, auditSettings } from '@storewright/audit';
import type { AuthApiSettings } from '@storewright/config';
import { MAIL_TRANSPORT, mailTransport } from '@storewright/mail';
import { OWN_SHOPS, SHOP_URL } from '@storewright/own-shops';
import { LEAKED_PASSWORDS_URL } from '@storewright/people';
import { AdminPanel } from '@storewright/sessions';

/** Settings that several modules inject. The module is global, because it provides only values. */
@Module({})
export class SettingsModule {
  static with(settings: AuthApiSettings): DynamicModule {
    const values = [
      { provide: AUDIT_SETTINGS, useValue: auditSettings(settings) },
      { provide: AUTH_LISTEN_URL, useValue: settings.authListenUrl },
      { provide: SEALING_KEYS, useValue: settings.secretsKeys },
      { provide: AdminPanel, useValue: new AdminPanel(settings.adminUrl, settings.passkeyDomain) },
      { provide: LEAKED_PASSWORDS_URL, useValue: settings.leakedPasswordsUrl },
      { provide: MAIL_TRANSPORT, useValue: mailTransport(settings.mail) },
      { provide: OWN_SHOPS, useValue: settings.ownShops },
      { provide: UNUSED_TOKEN_DAYS, useValue: settings.unusedTokenDays },
      { provide: SHOP_URL, useValue: settings.shopUrl },
    ];
    return { module: SettingsModule, global: true, providers: values, exports: values };
  }
}
