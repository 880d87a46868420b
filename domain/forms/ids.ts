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
