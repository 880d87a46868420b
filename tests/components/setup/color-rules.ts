/** The rules of axe about colors. All other rules are about what is on the screen, which is the same in both themes. */
export const colorRules = ['color-contrast', 'link-in-text-block']
