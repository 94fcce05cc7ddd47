import type { reductions as english } from '../en/reductions';
import type { Translation } from '../translation';

export const reductions: Translation<typeof english> = {
  'reductions.unused':
    '{count, plural, one {Eine Berechtigung wurde} other {# Berechtigungen wurden}} in den letzten 30 Tagen nicht ' +
    'benutzt.',
  'reductions.unused.of':
    '„{name}“ hat {count, plural, one {eine Berechtigung} other {# Berechtigungen}} in den letzten 30 Tagen nicht ' +
    'benutzt.',
  'reductions.unused.longer':
    '{count, plural, one {Eine} other {#}} davon auch in den letzten 90 Tagen nicht.',
  'reductions.reduce': 'Reduzieren',
  'reductions.title':
    '{count, plural, one {Eine unbenutzte Berechtigung} other {# unbenutzte Berechtigungen}} von „{name}“ entfernen?',
  'reductions.text.app':
    'Die App funktioniert weiter. Keine ihrer Anfragen der letzten 30 Tage brauchte diese Berechtigungen. Sie können ' +
    'das 30 Tage lang rückgängig machen.',
  'reductions.text.token':
    'Der Text des Tokens bleibt gültig. Keine seiner Anfragen der letzten 30 Tage brauchte diese Berechtigungen. Sie ' +
    'können das 30 Tage lang rückgängig machen.',
  'reductions.done': 'Unbenutzte Berechtigungen von „{name}“ entfernt',
  'reductions.removed':
    '{count, plural, one {Eine Berechtigung} other {# Berechtigungen}} am {time} entfernt.',
  'reductions.removed.of':
    '{count, plural, one {Eine Berechtigung} other {# Berechtigungen}} von „{name}“ am {time} entfernt.',
  'reductions.undo': 'Rückgängig machen',
  'reductions.undo.title':
    '{count, plural, one {Die entfernte Berechtigung} other {# entfernte Berechtigungen}} wiederherstellen?',
  'reductions.undo.text.app': 'Die App bekommt die Berechtigungen zurück, die sie noch anfordert.',
  'reductions.undo.text.token': 'Das Token bekommt die Berechtigungen innerhalb einer Sekunde zurück.',
  'reductions.undone': 'Berechtigungen von „{name}“ wiederhergestellt',
};
