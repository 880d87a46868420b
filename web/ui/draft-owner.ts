import { withStorage } from '../storage.ts'

const draftPrefix = 'draft:'

const toOwnerPrefix = (person: string) => `${draftPrefix}${encodeURIComponent(person)}:`
const signedOutPrefix = toOwnerPrefix('stranger')

/** What the keys of the drafts begin with that are read and written. It is apart from the drafts, because each page needs it at its start. */
export let ownerPrefix = signedOutPrefix

/**
 * Sets whose drafts are read and written. Call it before any form reads its draft. When a person is signed in, the drafts of
 * other people are deleted. Drafts from before signing in stay. When nobody is signed in, all drafts stay.
 */
export function setDraftOwner(person: string | null) {
  ownerPrefix = person === null ? signedOutPrefix : toOwnerPrefix(person)
  if (person === null) return
  withStorage((storage) => {
    for (const key of Object.keys(storage)) {
      if (key.startsWith(draftPrefix) && !key.startsWith(ownerPrefix) && !key.startsWith(signedOutPrefix)) storage.removeItem(key)
    }
  })
}

/** The key under which a signed-in person typed before they signed in. Null while nobody is signed in. */
export const findSignedOutKey = (key: string): string | null => (ownerPrefix === signedOutPrefix ? null : signedOutPrefix + key)
