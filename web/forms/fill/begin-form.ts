import type { RawAnswers } from '../../../domain/forms/answers.ts'
import type { FormContent } from '../../../domain/forms/content.ts'
import type { OpenForm } from '../../../domain/forms/fill-contract.ts'
import { indexContent } from '../../../domain/forms/index-content.ts'
import type { KnownAnswers } from '../../../domain/forms/known-contract.ts'
import type { Submission } from '../../../domain/forms/submission-contract.ts'
import { signedKeys } from '../../../domain/forms/used-signings.ts'
import { takeOverDraft } from '../../ui/draft.ts'
import { AnswerStore } from './answer-store.ts'
import { readFromDevice, readTabKey } from './device-answers.ts'
import { keepKnown } from './fit-answers.ts'
import { joinKnown } from './known-answers.ts'
import type { SavedAnswers } from './merge-answers.ts'
import { addGiven, prefillAnswers } from './prefill.ts'
import type { OpenedForm } from './queries.ts'
import { restoreAnswers } from './restore-answers.ts'

/** A form that can be filled. */
export type FillableForm = Omit<OpenedForm, 'content'> & { content: FormContent }

/** In the address of a person who has signed in on the way, so that what they typed before is theirs. */
export const begunBefore = 'begun'

const draftKeyOf = (formId: string) => `form:${formId}`

/** The person for whom an organizer fills a form. */
export type FilledPerson = { id: string; name: string }

export type BegunFilling = {
  /** Where it is kept on this device. */
  draftKey: string
  store: AnswerStore
  /** The version that is filled, also if a later one is published meanwhile. */
  version: number
  isRestored: boolean
  /** Some of the answers were begun here, and others elsewhere. */
  isMixed: boolean
}

type Beginning = {
  known: KnownAnswers
  person: FilledPerson | null
  /** Several guests of a game can fill it on the phone of their host. */
  guest: string | null
}

/** A form that was kept on the device has the answers of the server as they were then. What this device has saved since is newer. */
function newestOf(server: SavedAnswers | null, known: SavedAnswers | null): SavedAnswers | null {
  const [serverAt, knownAt] = [server?.savedAt ?? null, known?.savedAt ?? null]
  return knownAt === null || (serverAt !== null && serverAt > knownAt) ? server : known
}

/** Opens a form with what was begun before, or with what we know. */
export function beginForm(form: FillableForm, address: URLSearchParams, { known, person, guest }: Beginning): BegunFilling {
  const { id, content, viewer, version, today, isKept = false } = form
  const index = indexContent(content)
  const filledBy = person?.id ?? guest
  const draftKey = filledBy === null ? draftKeyOf(id) : `${draftKeyOf(id)}:for:${filledBy}`
  const isOwn = viewer.isSignedIn && person === null
  if (isOwn && address.get(begunBefore) === '1') takeOverDraft(draftKeyOf(id))
  const ofProfile = prefillAnswers(index, new URLSearchParams(), known.profile, today)
  // What the person said last season counts more than their profile, which may have another email.
  const given = prefillAnswers(index, address, null, today)
  const first = { ...ofProfile, ...joinKnown(known, given) }
  const device = readFromDevice(draftKey)
  const server = isKept ? newestOf(viewer.draft, device?.saved ?? null) : viewer.draft
  const kept = restoreAnswers(index, { device, server, first })
  const begun = {
    answers: kept ? addGiven(index, given, kept.answers) : first,
    email: device?.email ?? '',
    idempotencyKey: readTabKey(draftKey, device),
    files: [...viewer.files, ...(device?.files ?? [])],
    saved: server ?? { answers: first, savedAt: null },
  }
  const store = new AnswerStore(index, today, first, begun, { signed: signedKeys(viewer.signed), isForAnother: person !== null })
  return { draftKey, store, version, isRestored: kept !== null, isMixed: kept?.isMixed === true }
}

/** What was sent, to be changed. */
export type SentAnswers = {
  /** The id of the submission. */
  id: string
  answers: RawAnswers
  /** Each change of the answers gives them a later one. */
  revision: number
  files: OpenForm['viewer']['files']
  /** From the link of who has no account. */
  key: string | null
  /** Replaces the answers with this revision. The secret is the one with which files were added. */
  send: (answers: RawAnswers, replaced: { revision: number; secret: string }) => Promise<unknown>
  /** What was sent, as it is now. */
  read: () => Promise<Pick<Submission, 'answers' | 'revision' | 'files'>>
  onCancel: () => void
}

/** Opens a form with the answers that were sent, or with what was changed in them before. What was sent since then is not undone by it. */
export function beginChange({ content, version, today, viewer }: FillableForm, sent: SentAnswers): BegunFilling {
  const index = indexContent(content)
  const draftKey = `form-change:${sent.id}`
  const device = readFromDevice(draftKey)
  const first = keepKnown(index, sent.answers)
  const saved: SavedAnswers = { answers: first, savedAt: sent.revision }
  const kept = restoreAnswers(index, { device, server: saved, first })
  const begun = {
    ...{ answers: kept?.answers ?? first, email: '', idempotencyKey: readTabKey(draftKey, device), saved },
    files: [...sent.files, ...(device?.files ?? [])],
  }
  const store = new AnswerStore(index, today, first, begun, { signed: signedKeys(viewer.signed) })
  return { draftKey, store, version, isRestored: device !== null, isMixed: kept?.isMixed === true }
}
