import { pageFrame } from '../../ui/page-frame.tsx'

/** Whose code was scanned, because people at check-in stand close together. */
export const GuestNote = ({ name }: { name: string }) => (
  <div className={pageFrame('narrow', 'pt-4')}>
    <p className="rounded-card border border-line bg-wash px-4 py-3 wrap-anywhere">
      You fill this as <b>{name}</b>, a guest in the game. You need no account.
    </p>
  </div>
)
