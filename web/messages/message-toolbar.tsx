import { Copy, EyeOff, Flag, Info, Link2Off, Pencil, Pin, PinOff, Reply, SmilePlus, Trash2, X } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { quickReactions } from '../../domain/messages/contract.ts'
import { isOneEmoji } from '../../domain/messages/emoji.ts'
import type { MessageActions } from './message-actions.ts'
import type { ShownMessage } from './rows.ts'

type MessageToolbarProps = { message: ShownMessage; isOwn: boolean; mayWrite: boolean; actions: MessageActions }

/** Shown while the mouse is over the message or the focus is in it. On a phone, a tap shows it. */
export function MessageToolbar({ message, isOwn, mayWrite, actions }: MessageToolbarProps) {
  const [isPicking, setPicking] = useState(false)
  const toolbar = useRef<HTMLDivElement>(null)
  const isSent = message.seq !== null
  const isPinned = actions.pin?.isPinned(message) ?? false
  /** For buttons that disappear when they are pressed. */
  const focusMessage = () => toolbar.current?.closest('article')?.focus({ preventScroll: true })
  const close = () => {
    focusMessage()
    setPicking(false)
  }
  return (
    <div
      ref={toolbar}
      className="invisible absolute -top-4 right-3 z-10 flex flex-wrap justify-end rounded-control border border-line bg-card shadow-card group-focus-within:visible group-hover:visible sm:right-6"
    >
      {isPicking ? (
        <ReactionPicker
          onClose={close}
          onLeave={() => setPicking(false)}
          onPick={(emoji) => {
            close()
            actions.react(message, emoji, true)
          }}
        />
      ) : (
        <>
          {isSent && mayWrite && (
            <>
              <ToolButton label="React" onPress={() => setPicking(true)}>
                <SmilePlus size={17} aria-hidden="true" />
              </ToolButton>
              <ToolButton label="Reply" onPress={() => actions.reply(message)}>
                <Reply size={17} aria-hidden="true" />
              </ToolButton>
            </>
          )}
          {message.text !== '' && (
            <ToolButton label="Copy text" onPress={() => actions.copy(message)}>
              <Copy size={16} aria-hidden="true" />
            </ToolButton>
          )}
          {isSent && (
            <ToolButton label="Details" onPress={() => actions.showDetails(message)}>
              <Info size={17} aria-hidden="true" />
            </ToolButton>
          )}
          {isSent && actions.pin && (
            <ToolButton label={isPinned ? 'Unpin' : 'Pin'} onPress={() => actions.pin?.set(message, !isPinned)}>
              {isPinned ? <PinOff size={16} aria-hidden="true" /> : <Pin size={16} aria-hidden="true" />}
            </ToolButton>
          )}
          {isSent && !isOwn && (
            <ToolButton label="Report" onPress={() => actions.report(message)}>
              <Flag size={16} aria-hidden="true" />
            </ToolButton>
          )}
          {isSent && !isOwn && actions.setHidden && (
            <ToolButton label="Hide from everyone" onPress={() => actions.setHidden?.(message, true)}>
              <EyeOff size={17} aria-hidden="true" />
            </ToolButton>
          )}
          {isSent && isOwn && mayWrite && !message.poll?.voters && (
            <ToolButton label="Edit" onPress={() => actions.edit(message)}>
              <Pencil size={16} aria-hidden="true" />
            </ToolButton>
          )}
          {isSent && isOwn && message.preview && (
            <ToolButton
              label="Remove preview"
              onPress={() => {
                focusMessage()
                actions.removePreview(message)
              }}
            >
              <Link2Off size={17} aria-hidden="true" />
            </ToolButton>
          )}
          {isSent && isOwn && (
            <ToolButton label="Delete" onPress={() => actions.remove(message)}>
              <Trash2 size={16} aria-hidden="true" />
            </ToolButton>
          )}
        </>
      )}
    </div>
  )
}

type ReactionPickerProps = {
  onPick: (emoji: string) => void
  onClose: () => void
  /** The focus has gone elsewhere. */
  onLeave: () => void
}

/** A few emoji, and a field for any other one, which people fill with the keyboard of their device. */
function ReactionPicker({ onPick, onClose, onLeave }: ReactionPickerProps) {
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus({ preventScroll: true }), [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: A fieldset needs a legend that can be seen.
    <div
      role="group"
      aria-label="Reactions"
      className="flex"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onLeave()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      {quickReactions.map((emoji, index) => (
        <ToolButton key={emoji} {...(index === 0 ? { ref: first } : {})} label={`React with ${emoji}`} onPress={() => onPick(emoji)}>
          <span aria-hidden="true" className="text-lead">
            {emoji}
          </span>
        </ToolButton>
      ))}
      <input
        aria-label="Another emoji"
        placeholder="…"
        autoComplete="off"
        onChange={({ target }) => {
          const emoji = target.value.trim()
          if (isOneEmoji(emoji)) onPick(emoji)
        }}
        className="w-11 rounded-control bg-transparent text-center text-lead"
      />
      <ToolButton label="Close" onPress={onClose}>
        <X size={16} aria-hidden="true" />
      </ToolButton>
    </div>
  )
}

type ToolButtonProps = { ref?: Ref<HTMLButtonElement>; label: string; onPress: () => void; children: ReactNode }

const ToolButton = ({ ref, label, onPress, children }: ToolButtonProps) => (
  <button
    ref={ref}
    type="button"
    aria-label={label}
    title={label}
    onClick={onPress}
    className="grid size-10 place-items-center rounded-control text-soft hover:bg-wash hover:text-ink sm:h-8.5 sm:w-9.5"
  >
    {children}
  </button>
)
