/** Languages of mails and of the admin panel. */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];
