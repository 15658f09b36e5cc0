"""A first program: a match by the first legal action, what a seat may do, and a hand judged."""
import mlf

table = mlf.Table("erren", hands=2)
table.start(seed=42)
actions = 0
while not table.over:
    if actions == 5:
        print(table.explain(table.seat))  # what this seat sees and may do, in words
    table.play(table.nth(table.seat, 0))
    actions += 1
print(f"erren: {actions} actions, hash {table.hash:016x}")

try:
    table.play("0 discard 1m")
except mlf.Refused as refused:
    print(f"after the end: {refused}")

verdict = mlf.open("xueliu").score({"hand": "123m456m789m12p55p", "win": "3p", "by": "self_draw"})
print(f"worth {verdict['value']}: {' '.join(fan['id'] for fan in verdict['fans'])}")
