import { AppError } from '../errors.ts'
import { day, minute } from '../time/spans.ts'
import { maxSubmissionsEach } from './limits.ts'
import { type FormSettings, needsAccount } from './settings.ts'
import type { SubmissionState } from './submission-contract.ts'

/** Who wants to fill a form. */
export type Filler = {
  isSignedIn: boolean
  isMember: boolean
  /** Their address is one of those that the organizers named. */
  isNamed: boolean
  isOrganizer: boolean
  /** The hosts of a game have shown them the code for its form. */
  isGameGuest: boolean
  /** A game asks them for it: they are in the game, or cannot join it before they have filled the form. */
  isPlayer: boolean
  /** The code that came with the link, or that they typed. */
  code: string | undefined
}

/** Upper and lower case, and spaces around it, do not matter. */
const isSameCode = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

/** Why a person may not see a form. Whoever builds it sees it as the others do. */
export function judgeFiller(settings: FormSettings, filler: Filler): AppError | null {
  if (filler.isOrganizer || filler.isGameGuest) return null
  if (needsAccount(settings) && !filler.isSignedIn) return new AppError('FormSignInFirst')
  if (filler.isPlayer) return null
  switch (settings.audience) {
    case 'anyone':
    case 'signedIn':
      return null
    case 'members':
      return filler.isMember ? null : new AppError('FormForMembers')
    case 'people':
      return filler.isNamed ? null : new AppError('FormForNamed')
    case 'code':
      return settings.code !== null && filler.code !== undefined && isSameCode(filler.code, settings.code)
        ? null
        : new AppError('FormNeedsCode')
  }
}

/** A form that somebody began before it closed, or was closed, is taken for so long. */
export const graceAfterClosing = 10 * minute

type Opening = Pick<FormSettings, 'opensAt' | 'closesAt'> & { isClosed: boolean }

/** So long after a newer version was published, what was begun on the older one is taken. */
const graceAfterPublishing = day

/** Why a form cannot be sent on an older version. Its prices and texts may be out of date. */
export const judgeVersion = (replacedAt: number | null, now: number): AppError | null =>
  replacedAt !== null && now - replacedAt > graceAfterPublishing ? new AppError('FormOutdated') : null

/** Whether a form can be begun now. */
export function stateOfForm({ opensAt, closesAt, isClosed }: Opening, now: number): 'open' | 'early' | 'closed' {
  if (isClosed || (closesAt !== null && now >= closesAt)) return 'closed'
  return opensAt !== null && now < opensAt ? 'early' : 'open'
}

/** The same for whoever fills it. A form that has no place left is full. */
export function stateForFillers({ isFull, ...opening }: Opening & { isFull: boolean }, now: number): 'open' | 'early' | 'closed' | 'full' {
  const state = stateOfForm(opening, now)
  return state === 'open' && isFull ? 'full' : state
}

/** Why a form cannot be sent now. `closedAt`: when an organizer has closed it. */
export function judgeSending(opening: Opening & { closedAt: number | null }, now: number): AppError | null {
  const { closesAt, closedAt } = opening
  const isClosed = opening.isClosed && (closedAt === null || now >= closedAt + graceAfterClosing)
  const state = stateOfForm({ ...opening, isClosed, closesAt: closesAt === null ? null : closesAt + graceAfterClosing }, now)
  if (state === 'open') return null
  return new AppError(state === 'early' ? 'FormNotOpenYet' : 'FormClosed')
}

/** Whoever may not see what was sent does not find out that there is something. */
export const submissionNotFound = () => new AppError('SubmissionNotFound')

const fixedStates: readonly SubmissionState[] = ['declined', 'withdrawn', 'ended']

/** Whether the sender may still change what they have sent. */
export const mayChange = (state: SubmissionState, { changesUntil }: Pick<FormSettings, 'changesUntil'>, now: number): boolean =>
  !fixedStates.includes(state) && changesUntil !== null && now < changesUntil

/** Whether an organizer has accepted what was sent, so that its places are not the sender's to change. */
export const isApproved = (state: SubmissionState, { needsApproval }: Pick<FormSettings, 'needsApproval'>): boolean =>
  needsApproval && (state === 'accepted' || state === 'paying')

/** Whoever is in line, or has not paid yet, can always leave. */
export const mayWithdraw = (state: SubmissionState, settings: Pick<FormSettings, 'changesUntil'>, now: number): boolean =>
  state === 'waiting' || state === 'paying' || mayChange(state, settings, now)

type Sent = { state: SubmissionState; sentAt: number; isMissing?: boolean }
/** `since`: see `countsSince`. Without `hasSigned`, waivers of the form have other words than the person has signed. */
type Counting = { since: number | null; hasSigned: boolean }

/** Whether a person may send a form again. What was declined, withdrawn or not paid does not count for once a person. */
export const maySendAgain = (
  { isOncePerPerson }: Pick<FormSettings, 'isOncePerPerson'>,
  sent: readonly Sent[],
  counting: Counting,
): boolean => sent.length < maxSubmissionsEach && !(isOncePerPerson && sent.some((one) => countsAsSent(one, counting)))

/** What still waits for its signature counts, because that is added to it. */
export const countsAsSent = ({ state, sentAt, isMissing = false }: Sent, { since, hasSigned }: Counting): boolean =>
  !fixedStates.includes(state) && (since === null || sentAt > since) && (hasSigned || isMissing)
