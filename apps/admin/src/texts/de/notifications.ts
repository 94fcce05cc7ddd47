import type { notifications as english } from '../en/notifications';
import type { Translation } from '../translation';

export const notifications: Translation<typeof english> = {
  'notifications.markAll': 'Alle als gelesen markieren',
  'notifications.isUnread': 'Ungelesen',
  'notifications.none':
    'Noch keine Benachrichtigungen. Hier stehen Neuigkeiten zu Bestellungen, Bestand, Apps und Token.',
  'notifications.choose': 'Benachrichtigungen auswählen',
  'notifications.kind.order_placed': 'Neue Bestellung #{name}',
  'notifications.kind.proposal_created': '„{name}“ bittet um Freigabe einer Änderung',
  'notifications.kind.variant_out_of_stock': '{name} ist ausverkauft',
  'notifications.kind.webhooks_failing': 'Die Webhooks von „{app}“ schlagen seit einer Stunde fehl',
  'notifications.kind.permissions_requested': '„{app}“ verlangt mehr Berechtigungen',
  'notifications.kind.webhooks_paused': '„{app}“ empfängt keine Ereignisse',
  'notifications.kind.events_lost': '„{app}“ hat Ereignisse verloren',
  'notifications.kind.token_leaked': '„{name}“: Ein Token wurde öffentlich gefunden',
  'notifications.kind.canary_used': 'Jemand hat das Köder-Token „{name}“ verwendet',

  'notifications.lead': 'Von {shop}. Sie erhalten höchstens eine E-Mail jeder Art pro Stunde.',
  'notifications.about': 'Benachrichtigen, wenn',
  'notifications.about.order_placed': 'Jemand bestellt, höchstens einmal pro Stunde',
  'notifications.about.proposal_created': 'Eine App bittet um die Freigabe einer Änderung',
  'notifications.about.variant_out_of_stock': 'Eine Variante ist ausverkauft',
  'notifications.about.webhooks_failing': 'Die Webhooks einer App schlagen seit einer Stunde fehl',
  'notifications.about.permissions_requested': 'Eine App verlangt mehr Berechtigungen',
  'notifications.about.webhooks_paused': 'Eine App empfängt ihre Ereignisse nicht',
  'notifications.about.events_lost': 'Eine App hat Ereignisse verloren',
  'notifications.about.token_leaked': 'Ein Token wurde öffentlich gefunden',
  'notifications.about.canary_used': 'Jemand verwendet ein Köder-Token',
  'notifications.in_panel': 'Im Panel',
  'notifications.in_panel.of': 'Im Panel: {kind}',
  'notifications.by_mail': 'Per E-Mail',
  'notifications.by_mail.of': 'Per E-Mail: {kind}',
  'notifications.saved': 'Benachrichtigungen gespeichert',
};
