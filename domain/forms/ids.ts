import * as v from 'valibot'

/**
 * The first letter says what an id names. No property that every object has begins with it, so an answer can be looked up by the id of its
 * field.
 */
const idOf = (letter: string) => v.pipe(v.string(), v.regex(new RegExp(`^${letter}[0-9a-z]{1,20}$`), 'This is not a valid id.'))

export const PageId = idOf('p')
export const FieldId = idOf('f')
export const OptionId = idOf('o')
export const RuleId = idOf('r')
export const EndingId = idOf('e')

/** A new id. It is random, so that the id of something that was removed never names another thing. */
export const newFormId = (letter: 'p' | 'f' | 'o' | 'r' | 'e'): string => letter + crypto.randomUUID().replaceAll('-', '').slice(0, 12)
