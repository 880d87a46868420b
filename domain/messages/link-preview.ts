import * as v from 'valibot'

/**
 * What the page of a link says about itself, as plain text. There is no picture: loaded from the other site, it would tell that site who
 * reads the message.
 */
export const LinkPreview = v.object({
  /** The link as it stands in the message. */
  url: v.string(),
  siteName: v.nullable(v.string()),
  title: v.string(),
  description: v.nullable(v.string()),
})
export type LinkPreview = v.InferOutput<typeof LinkPreview>

/** `www.example.com` is `example.com` for people. It comes from the link, so no page can claim to be another site. */
export const nameHost = (url: string): string => new URL(url).hostname.replace(/^www\./, '')
