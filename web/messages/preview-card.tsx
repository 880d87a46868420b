import { type LinkPreview, nameHost } from '../../domain/messages/link-preview.ts'

/** What the page of a link says. The host is not from there, so a page that claims to be another site does not look like it. */
export const PreviewCard = ({ preview: { url, siteName, title, description } }: { preview: LinkPreview }) => (
  <a
    href={url}
    target="_blank"
    rel="noopener noreferrer nofollow"
    className="mt-1.5 mb-1 grid max-w-md gap-0.5 rounded-control border border-line bg-card px-3 py-2 hover:bg-wash"
  >
    <span className="truncate text-tiny text-soft">
      <bdi>{nameHost(url)}</bdi>
      {siteName !== null && (
        <>
          {' · '}
          <bdi>{siteName}</bdi>
        </>
      )}
    </span>
    <span dir="auto" className="line-clamp-2 font-medium wrap-anywhere">
      {title}
    </span>
    {description !== null && (
      <span dir="auto" className="line-clamp-2 text-small wrap-anywhere text-soft">
        {description}
      </span>
    )}
  </a>
)
