import * as v from 'valibot'
import type { LatLng } from '../geo/contract.ts'
import { metersInMile, milesBetween } from '../geo/distance.ts'
import { PlaceForm } from './contract.ts'
import { confirmPause, type EditedField, minMoveMeters } from './kinds.ts'
import { type Changes, listChanges, type PlaceFacts } from './rules.ts'

const advertisingFields = ['description', 'address', 'fee'] as const

const linkPattern = /(?:https?:\/\/|www\.)[^\s]+|[\p{L}\p{N}-]{2,}\.\p{L}{2,24}(?!\p{L})/giu
const handlePattern = /@[\p{L}\p{N}_.]{3,}/giu
const phonePattern = /(?:\d[\s().+-]*){7,}/g

/** What an ad needs: links, email addresses, names on other sites, and phone numbers. */
function listContacts(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase()
  const phones = plain.match(phonePattern) ?? []
  return [...(plain.match(linkPattern) ?? []), ...(plain.match(handlePattern) ?? []), ...phones.map((phone) => phone.replace(/\D/g, ''))]
}

function addsContact(before: string, after: string): boolean {
  const known = listContacts(before)
  return listContacts(after).some((contact) => !known.includes(contact))
}

/**
 * Splits an edit by a person who did not add the place. These parts wait: the name, the city, a new contact in a text, and a move
 * of over 200 meters with everything that belongs to it. We measure from where the place was last confirmed, so that it cannot
 * walk away in small steps.
 *
 * One person alone can therefore not turn a place into an ad or hide it. Two accounts of one person can, but they must be a day
 * old, wait half a day in which the person who added the place and the regulars are asked, and get twenty places a day. Whoever
 * has a thousand old accounts can still do harm; each such change is in the history, and anybody can restore the version before.
 */
export function splitEdit(before: PlaceFacts, after: PlaceFacts, confirmed: LatLng): { saved: PlaceFacts; waiting: Changes } {
  const changes = listChanges(before, after)
  const hasMoved = changes.lat !== undefined || changes.lng !== undefined
  const isFar = hasMoved && milesBetween(confirmed, after) * metersInMile > minMoveMeters
  const fields = new Set<EditedField>(['name', 'cityName', 'cityState'])
  if (isFar) for (const field of ['lat', 'lng', 'address'] as const) fields.add(field)
  for (const field of advertisingFields) if (addsContact(before[field] ?? '', after[field] ?? '')) fields.add(field)
  const waiting: Changes = Object.fromEntries(Object.entries(changes).filter(([field]) => fields.has(field as EditedField)))
  // The two belong together: if only one changed, it must not be combined with a later value of the other.
  if (isFar) Object.assign(waiting, { lat: [before.lat, after.lat], lng: [before.lng, after.lng] })
  const oldValues = Object.fromEntries(Object.entries(waiting).map(([field, [value]]) => [field, value]))
  return { saved: { ...after, ...oldValues, timeZone: isFar ? before.timeZone : after.timeZone }, waiting }
}

/** The place with the new values of these changes. Null if one of them, maybe an old one, is no longer allowed. */
export function applyChanges(place: PlaceFacts, changes: Changes): PlaceFacts | null {
  const values = Object.fromEntries(Object.entries(changes).map(([field, [, after]]) => [field, after]))
  const form = v.safeParse(PlaceForm, { ...place, ...values })
  if (!form.success) return null
  const { timeZone, photos } = place
  return { ...form.output, timeZone, photos, isDeleted: typeof values.isDeleted === 'boolean' ? values.isDeleted : place.isDeleted }
}

export type ProposalFacts = {
  isProposer: boolean
  isCreator: boolean
  /** False after the person who added the place deleted their account. */
  hasCreator: boolean
  hasVisited: boolean
  /** The viewer's email is verified, their profile complete, and their account old enough. */
  isTrusted: boolean
  createdAt: number
}

export type ProposalRights = { canConfirm: boolean; canDecline: boolean; confirmableAt: number | null }

/**
 * Who decides on a proposal: whoever added the place, at once; a second person after a pause, in which the first can object. People
 * who were at the place may decline it, and anyone trusted may if nobody is left who added it.
 */
export function judgeProposal(facts: ProposalFacts, now: number): ProposalRights {
  if (facts.isProposer) return { canConfirm: false, canDecline: false, confirmableAt: null }
  if (facts.isCreator) return { canConfirm: true, canDecline: true, confirmableAt: null }
  const confirmableAt = facts.createdAt + confirmPause
  return {
    canConfirm: facts.isTrusted && now >= confirmableAt,
    canDecline: facts.isTrusted && (facts.hasVisited || !facts.hasCreator),
    confirmableAt: facts.isTrusted && now < confirmableAt ? confirmableAt : null,
  }
}
