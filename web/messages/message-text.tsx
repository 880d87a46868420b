import { splitMentions } from '../../domain/messages/mentions.ts'
import type { Face } from '../../domain/profiles/contract.ts'
import { splitLinks } from '../../domain/rich-text/safe-href.ts'
import { MentionLink } from './mention-link.tsx'

type MessageTextProps = { text: string; mentioned?: readonly Face[] }

/** The text of a message as it was typed. Its addresses are links, and so are the people it mentions. */
export function MessageText({ text, mentioned = [] }: MessageTextProps) {
  return (
    <p className="max-w-[72ch] whitespace-pre-wrap wrap-anywhere">
      {splitMentions(text).map((piece, index) =>
        piece.userId === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: The text is only replaced as a whole.
          <Words key={index} text={piece.text} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: The text is only replaced as a whole.
          <MentionLink key={index} userId={piece.userId} mentioned={mentioned} />
        ),
      )}
    </p>
  )
}

const Words = ({ text }: { text: string }) =>
  splitLinks(text).map(({ text: piece, href }, index) =>
    href === null ? (
      piece
    ) : (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: The text is only replaced as a whole.
        key={index}
        href={href}
        target="_blank"
        rel="noopener nofollow ugc"
        className="font-medium text-court underline underline-offset-3"
      >
        {piece}
      </a>
    ),
  )
