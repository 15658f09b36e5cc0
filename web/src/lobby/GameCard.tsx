// GameCard: a game in the lobby: its tiles, what is told of it, and ways to play it.
import type { ComponentChildren } from "preact";
import type { VariantInfo } from "../protocol/messages";
import { useText, useWorded } from "../i18n";
import { set, settings } from "../settings";
import { sit } from "../store";
import { tilesIn } from "../table/state";
import { Tile } from "../tiles/Tile";
import type { Attempting } from "./Lobby";
import { playWithRobots } from "./play";

interface Props extends Attempting {
  game: VariantInfo;
  /** Opens the house rules. */
  onMore: () => void;
  /** What went wrong with it. */
  children: ComponentChildren;
}

export function GameCard({ game, busy, attempt, onMore, children }: Props) {
  const text = useText();
  const both = useWorded();
  const { favourites, played } = settings.value;
  const { id, about, seats } = game;
  const marked = favourites.includes(id);
  const mark = () => set({ favourites: marked ? favourites.filter((one) => one !== id) : [...favourites, id] });
  return (
    <article class="card" data-variant={id} aria-label={both(game)}>
      <header>
        <span class="picture tiles" aria-hidden="true">
          {(tilesIn(about?.tiles) ?? []).map((piece, at) => (
            <Tile key={at} piece={piece} />
          ))}
        </span>
        <h3>{both(game)}</h3>
        <button
          class="quiet favourite"
          data-favourite
          aria-pressed={marked}
          aria-label={text("lobby.favourite", { game: both(game) })}
          onClick={mark}
        />
      </header>
      {about?.line && <p class="line">{both(about.line)}</p>}
      <ul class="tags">
        {played[0] === id && <li class="last">{text("lobby.last")}</li>}
        <li>{text("lobby.seats", { n: seats })}</li>
        {about?.tags?.map((tag) => (
          <li key={tag.en}>{both(tag)}</li>
        ))}
      </ul>
      {game.older && (
        <p class="dim" data-older>
          {text("lobby.older")}
        </p>
      )}
      <div class="buttons">
        <button
          class="main"
          disabled={busy}
          data-play
          onClick={() => void attempt(id, () => playWithRobots({ variant: id, time: "none" }, seats))}
        >
          {text("lobby.robots")}
        </button>
        <button disabled={busy} data-quick onClick={() => void attempt(id, () => sit("quick", { variant: id }))}>
          {text("lobby.quick")}
        </button>
        <button data-more onClick={onMore}>
          {text("lobby.more")}
        </button>
      </div>
      {children}
    </article>
  );
}
