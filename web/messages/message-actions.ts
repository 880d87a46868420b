import type { DialogName } from '../events/use-dialogs.ts'
import type { ShownMessage } from './rows.ts'

/** What the viewer can do with a message. */
export type MessageActions = {
  reply: (message: ShownMessage) => void
  edit: (message: ShownMessage) => void
  remove: (message: ShownMessage) => void
  /** Takes the preview of its link off the viewer's message, for good. */
  removePreview: (message: ShownMessage) => void
  copy: (message: ShownMessage) => void
  react: (message: ShownMessage, emoji: string, isOn: boolean) => void
  showDetails: (message: ShownMessage) => void
  /** Null if the viewer does not keep order here. */
  setHidden: ((message: ShownMessage, isHidden: boolean) => void) | null
  /** Null if the viewer may not pin here. */
  pin: { isPinned: (message: ShownMessage) => boolean; set: (message: ShownMessage, isPinned: boolean) => void } | null
  report: (message: ShownMessage) => void
  poll: {
    conversationId: string
    isConnected: boolean
    mayModerate: boolean
    /** The places of all answers that the viewer chooses; none takes the vote back. */
    vote: (message: ShownMessage, choices: readonly number[]) => void
  }
  game: {
    /** The hosts of the product. A link to a game on another host is only a link. */
    hosts: readonly string[]
    /** Outlives the message on the screen: new messages may push it out while somebody fills in a form. */
    openDialog: (eventId: string, name: DialogName) => void
  }
  retry: (message: ShownMessage) => void
  discard: (message: ShownMessage) => void
  /** Scrolls to the message that this one answers. */
  showOriginal: (message: ShownMessage) => void
}
