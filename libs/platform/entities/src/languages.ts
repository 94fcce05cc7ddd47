/** In which mails are written, as the panel is. */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];
