/** How long a link works that was sent by email, and where it may be. */
export const LinkHint = ({ lasts }: { lasts: string }) => (
  <p className="text-soft">
    The link works once and expires after {lasts}. Can’t find it? Check your spam folder. If you asked several times, use the newest email
    you have.
  </p>
)
