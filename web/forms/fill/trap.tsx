import type { Ref } from 'react'

/** People do not see this field. Programs that fill every field do. */
export const Trap = ({ ref }: { ref: Ref<HTMLInputElement> }) => (
  <div aria-hidden="true" className="sr-only">
    <label>
      Website
      <input ref={ref} type="text" name="website" tabIndex={-1} autoComplete="off" />
    </label>
  </div>
)
