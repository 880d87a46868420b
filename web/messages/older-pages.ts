import type { MessagePage } from '../../domain/messages/contract.ts'
import { addOlderPage, type ConversationState } from './conversation-state.ts'

/** A jump back loads this many long pages at most: 10,000 messages. */
const maxJumpPages = 20

type OlderState = ConversationState & { older: { isLoading: boolean; error: unknown } }

type OlderPagesSettings = {
  getState: () => OlderState
  setState: (change: Partial<OlderState>) => void
  /** With `from`, a longer page that goes back to that message. */
  fetchPage: (before: number, from?: number) => Promise<MessagePage>
  onLoaded: (page: MessagePage) => void
}

/** Loads the messages before those that a conversation shows. */
export function createOlderPages({ getState, setState, fetchPage, onLoaded }: OlderPagesSettings) {
  const load = async (from?: number): Promise<boolean> => {
    const { messages, hasOlder, older } = getState()
    const [first] = messages
    if (!first || !hasOlder || older.isLoading) return false
    setState({ older: { isLoading: true, error: null } })
    try {
      const page = await fetchPage(first.seq, from)
      setState({ ...addOlderPage(getState(), first.seq, page), older: { isLoading: false, error: null } })
      onLoaded(page)
      return true
    } catch (error) {
      setState({ older: { isLoading: false, error } })
      return false
    }
  }
  return {
    load: async () => void (await load()),
    /** Loads until this message is there. Returns false if it is too far back, or could not be loaded. */
    loadBackTo: async (seq: number): Promise<boolean> => {
      const isThere = () => (getState().messages[0]?.seq ?? 0) <= seq || !getState().hasOlder
      for (let pages = 0; pages < maxJumpPages && !isThere(); pages++) if (!(await load(seq))) return false
      return isThere()
    },
  }
}
