import type { AnswerFault } from './answers.ts'
import type { FormFault } from './decide.ts'

const formatDay = (date: string) => new Date(date).toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'long' })

/** Says what is wrong with an answer. The same words are shown at the field and sent by the server. */
export function writeAnswerFault(fault: AnswerFault): string {
  switch (fault.code) {
    case 'required':
      return 'This is required.'
    case 'notThis':
      return 'Enter this again.'
    case 'notANumber':
      return 'Enter a number, such as 12 or 9.5.'
    case 'notWhole':
      return 'Enter a whole number, such as 12.'
    case 'notADate':
      return 'Enter a date.'
    case 'notATime':
      return 'Enter a time.'
    case 'notAnEmail':
      return 'Enter an email address, such as jo@example.com.'
    case 'notAPhone':
      return 'Enter a phone number with its country, such as +1 512 555 0100.'
    case 'notAnOption':
      return 'Choose one of these.'
    case 'notSigned':
      return 'Sign with your whole name.'
    case 'notReadable':
      return 'This contains a character we cannot show.'
    case 'unknownField':
      return 'This form no longer asks for this.'
    case 'tooShort':
      return `Write at least ${fault.limit} characters.`
    case 'tooLong':
      return `Write up to ${fault.limit.toLocaleString('en-US')} characters.`
    case 'tooFew':
      return `Choose or add at least ${fault.limit}.`
    case 'tooMany':
      return `Choose or add up to ${fault.limit}.`
    case 'tooYoung':
      return `This is for people who are at least ${fault.limit}.`
    case 'tooOld':
      return `This is for people who are at most ${fault.limit}.`
    case 'tooSmall':
      return `Enter ${fault.limit} or more.`
    case 'tooLarge':
      return `Enter ${fault.limit} or less.`
    case 'tooEarly':
      return `Choose ${formatDay(fault.date)} or later.`
    case 'tooLate':
      return `Choose ${formatDay(fault.date)} or earlier.`
  }
}

/** The name of an answer in the issues of a refusal: `answers.f3`, or `answers.f7.0.f3` in a row of the group `f7`. */
export const answerPath = ({ field, row }: Pick<FormFault, 'field' | 'row'>, group: string | null): string =>
  row === null || group === null ? `answers.${field}` : `answers.${group}.${row}.${field}`
