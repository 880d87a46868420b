import { splitLinks } from '../../domain/rich-text/safe-href.ts'

/** The text of a message as it was typed. Its addresses are links. */
export function MessageText({ text }: { text: string }) {
  return (
    <p className="max-w-[72ch] whitespace-pre-wrap wrap-anywhere">
      {splitLinks(text).map(({ text: piece, href }, index) =>
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
      )}
    </p>
  )
}
