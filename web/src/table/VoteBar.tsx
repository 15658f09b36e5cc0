import { useClock } from "../clock";
import { useText } from "../i18n";
import { request } from "../store";
import type { Room } from "../state/types";

interface Props {
  desk: string;
  vote: NonNullable<Room["vote"]>;
  own: number | null;
  nameOf: (seat: number) => string;
}

export function VoteBar({ desk, vote, own, nameOf }: Props) {
  const text = useText();
  const now = useClock(500);
  const agreed = vote.agreed ?? [];
  return (
    <div class="vote" role="alert">
      <span>
        {text("vote.asks", { name: vote.by === undefined ? "" : nameOf(vote.by) })}{" "}
        {agreed.length > 0 && text("vote.agreed", { names: agreed.map(nameOf).join(text("list.comma")) })}{" "}
        <small>{text("vote.left", { n: Math.max(0, Math.ceil((vote.until - now) / 1000)) })}</small>
      </span>
      {own !== null && !agreed.includes(own) && (
        <span class="buttons">
          {/* Neither is the usual answer: a match is not to end by a hasty press. */}
          <button data-vote="yes" onClick={() => void request("vote", { desk, agree: true })}>
            {text("vote.yes")}
          </button>
          <button data-vote="no" onClick={() => void request("vote", { desk, agree: false })}>
            {text("vote.no")}
          </button>
        </span>
      )}
    </div>
  );
}
