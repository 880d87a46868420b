import { AppError } from '../../domain/errors.ts'
import type { AppContext } from '../platform/context.ts'

const letters: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' }

/** What is left of a password when we undo the changes that attackers try first: case, and digits in the place of letters. */
const undoDigits = (text: string) => text.replace(/[013457@$!]/g, (char) => letters[char] ?? char)

/** Without up to four digits and signs at the end, as in "Password2026!". */
const cutEnd = (text: string) => text.replace(/[\d\p{P}\p{S}]{1,4}$/u, '')

const shortestStem = 4

function listForms(password: string): string[] {
  const text = password.normalize('NFKC').toLowerCase().trim()
  const stem = cutEnd(text)
  return [undoDigits(text), ...(stem.length >= shortestStem ? [undoDigits(stem)] : [])]
}

/** The words of an email that others know: the whole address, its name, and the parts of its name. */
function listEmailNames(email: string): string[] {
  const address = email.toLowerCase()
  const [name = ''] = address.split('@')
  return [address, name, name.replace(/[^\p{L}\d]/gu, ''), ...name.split(/[^\p{L}\d]+/u)].filter((word) => word.length >= 4)
}

/** Kept between requests, because every sign-up needs it. */
let keptPasswords: ReadonlySet<string> | undefined

/**
 * The passwords that attackers try first, in the form that `listForms` makes: lower case, with letters for digits, and without a
 * number at the end. The list is a file of the build, so that the Worker stays small. It is from @zxcvbn-ts/language-common 4.1.3
 * (MIT license, Copyright (c) 2021 @zxcvbn-ts).
 */
export async function readCommonPasswords(c: AppContext): Promise<ReadonlySet<string>> {
  if (keptPasswords) return keptPasswords
  const file = await c.env.ASSETS.fetch(new URL('/common-passwords.txt', c.req.url))
  if (!file.ok) throw new Error('The build has no list of common passwords.')
  keptPasswords = new Set((await file.text()).trim().split('\n'))
  return keptPasswords
}

/** Refuses a password that an attacker would try first. */
export function refuseCommonPassword(commonPasswords: ReadonlySet<string>, { password, email }: { password: string; email: string }): void {
  const forms = listForms(password)
  const names = new Set(listEmailNames(email).flatMap((name) => [name, ...listForms(name)]))
  const isCommon = forms.some((form) => commonPasswords.has(form) || names.has(form)) || new Set(password).size <= 2
  if (isCommon) throw new AppError('CommonPassword', { field: 'password' })
}
