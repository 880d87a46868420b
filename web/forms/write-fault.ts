import * as v from 'valibot'
import type { ContentFault } from '../../domain/forms/check-content.ts'
import { FormContent } from '../../domain/forms/content.ts'

const words: Record<ContentFault['code'], string> = {
  idTwice: 'It is in the form twice. Remove one of the two.',
  unknownField: 'It reads a field that is not in the form any more.',
  unknownPage: 'It leads to a page that is not in the form any more.',
  unknownEnding: 'It leads to an ending that is not in the form any more.',
  unknownOption: 'It is about a choice that is not in the form any more.',
  tooManyFields: 'The form has too many fields. Remove some.',
  addressNameTwice: 'Another field has the same name in the link. Give it a different one.',
  couponTwice: 'A form has one field for a code, outside of groups. Remove this one.',
  hiddenInGroup: 'A link brings one answer, and a group has several. Move it out of the group.',
  notQuotable: 'It shows the answer to a field that cannot be shown in a text.',
  wordsChange: 'A waiver has the same words for everyone. Take the answer out of it.',
  notPrivate: 'All who run the form deal with this answer, so it cannot be for the owner alone.',
  comparesWrongly: 'It compares in a way that does not fit the field. Choose again what to compare with.',
  notAProduct: 'It sets the price of something that is no product.',
  goesBack: 'It leads back to the same or an earlier page. Choose a later page.',
  notYetAnswered: 'It reads a later field, which is not answered yet.',
  otherGroup: 'It reads a field inside a group, which can have several answers.',
  noPayment: 'The form takes no money yet. Turn on payment.',
  outOfOrder: 'Its lowest value is above its highest one.',
  nothingToShow: 'There is nothing to show yet. Add its text or picture.',
  circle: 'It decides about itself in a circle. Change one of the rules.',
  tooLong: 'Its formula is too long.',
  tooDeep: 'Its formula has too many parentheses inside each other.',
  notReadable: 'Its formula cannot be read. Check its parentheses and signs.',
  unknownName: 'Its formula has a name that we do not know.',
  wrongInputs: 'A function in its formula has too few or too many values.',
}

/** A sentence about a field, rule or page that says what is wrong and what to do. */
export const writeFault = ({ code }: Pick<ContentFault, 'code'>): string => words[code]

/** Something that must be mended before the form can be published. `at` is the id of where it is; null for the form itself. */
export type Problem = { at: string | null; message: string; path: string }

const hasId = (value: unknown): value is { id: string } => typeof value === 'object' && value !== null && 'id' in value

/** What is not filled in yet, such as an empty label. While there is something, the draft cannot be saved. */
export function findUnfinished(content: FormContent): Problem[] {
  const { issues = [] } = v.safeParse(FormContent, content)
  const problems = issues.map(({ path = [], message }) => {
    // An option is shown in its field.
    const at = path.findLast(({ value }) => hasId(value) && !value.id.startsWith('o'))?.value
    return { at: hasId(at) ? at.id : null, message, path: path.map(({ key }) => String(key)).join('.') }
  })
  // The first message about a value says enough.
  return problems.filter(({ path }, index) => problems.findIndex((other) => other.path === path) === index)
}
