/** The color theme of a person. It is stored in a cookie, so that the first paint has the right colors. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]
export const themeCookie = 'theme'
export const readTheme = (text: string | undefined): Theme => themes.find((theme) => theme === text) ?? 'system'
