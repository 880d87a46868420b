/** A bar that is filled by this share of 1. */
export const Bar = ({ share }: { share: number }) => (
  <svg aria-hidden="true" className="h-1.5 w-full overflow-hidden rounded-full bg-line">
    <rect width={`${100 * Math.min(1, share)}%`} height="100%" className="fill-court" />
  </svg>
)
