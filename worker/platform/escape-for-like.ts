/** Use it with `ESCAPE '\\'`, so that a sign that somebody types stands for itself. */
export const escapeForLike = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)
