/** Who pays for the model; outlives the session. */
export interface Account {
  readonly login: "needed" | "done";
  /** Why a login is needed, first line. Outside text. */
  readonly message?: string;
}

/** Nothing can go on before the person has logged in. */
export interface LoginNeeded {
  readonly kind: "login-needed";
  readonly message?: string;
}

/** The person is logged in. */
export interface LoginDone {
  readonly kind: "login-done";
}

export type AccountFact = LoginNeeded | LoginDone;

/** The account after one more fact. */
export function foldAccount(_: Account | undefined, fact: AccountFact): Account {
  switch (fact.kind) {
    case "login-needed": {
      const { message } = fact;
      return { login: "needed", ...(message !== undefined && { message }) };
    }
    case "login-done":
      return { login: "done" };
    default:
      return fact satisfies never;
  }
}
