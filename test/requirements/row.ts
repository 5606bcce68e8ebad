/** Id, promise, source; see `requirements.ts`. */
export type RequirementRow = readonly [id: string, text: string, source: string];
