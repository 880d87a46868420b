/** For an infinite query over a list of the API: each page contains the cursor of the next page. */
export const keysetPages = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }: { next: string | null }) => next,
}

export const fromCursor = (cursor: string | null) => (cursor === null ? {} : { cursor })
