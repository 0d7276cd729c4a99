/** The class of a part, with the class that its user adds. */
export const classOf = (own: string | undefined, added: string | undefined): string => (added ? `${own} ${added}` : `${own}`);
