import type { SignedBefore } from '../../domain/forms/submission-contract.ts'
import { writeTime } from '../../domain/time/write-time.ts'

const writeDate = (at: number) => writeTime(at, undefined, { dateStyle: 'long' }, 'en-US')

/** "You signed this on June 1, 2026. It is valid until June 1, 2027." */
export const writeSignedBefore = ({ signedAt, expiresAt }: Pick<SignedBefore, 'signedAt' | 'expiresAt'>): string =>
  `You signed this on ${writeDate(signedAt)}.${expiresAt === null ? '' : ` It is valid until ${writeDate(expiresAt)}.`}`

/** The same for organizers. */
export const writeSignedWhen = ({ signedAt, expiresAt }: Pick<SignedBefore, 'signedAt' | 'expiresAt'>): string =>
  `Signed on ${writeDate(signedAt)}${expiresAt === null ? '' : `, valid until ${writeDate(expiresAt)}`}`
