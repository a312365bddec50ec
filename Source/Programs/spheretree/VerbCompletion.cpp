#include "Verb.h"

#include <iostream>
#include <memory>
#include <string>
#include <vector>

namespace spheretree::tool {

namespace {

using Words = std::vector<std::string>;

/// --long and -s of a verb, as they are typed.
Words OptionsOf(const CLI::App& verb) {
    Words words;
    for (const CLI::Option* option : verb.get_options()) {
        for (const std::string& name : option->get_lnames()) words.push_back("--" + name);
        for (const std::string& name : option->get_snames()) words.push_back("-" + name);
    }
    return words;
}

std::string Joined(const Words& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
}

/// In single quotes, for fish.
std::string Quoted(const std::string& text) {
    std::string quoted = "'";
    for (const char c : text) {
        if (c == '\'' || c == '\\') quoted += '\\';
        quoted += c == '\n' ? ' ' : c;
    }
    return quoted + "'";
}

/// bash; zsh understands it through bashcompinit. Options after a dash, otherwise files.
std::string BashText(const CLI::App& tool) {
    Words verbs;
    std::string cases;
    for (const CLI::App* verb : tool.get_subcommands({})) {
        verbs.push_back(verb->get_name());
        cases += "        " + verb->get_name() + ") words=\"" + Joined(OptionsOf(*verb)) + "\" ;;\n";
    }
    return "_spheretree() {\n"
           "    local word=\"${COMP_WORDS[COMP_CWORD]}\" words=\"\"\n"
           "    COMPREPLY=()\n"
           "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
           "        COMPREPLY=($(compgen -W \"" +
           Joined(verbs) + " " + Joined(OptionsOf(tool)) +
           "\" -- \"$word\"))\n"
           "        return\n"
           "    fi\n"
           "    case \"${COMP_WORDS[1]}\" in\n" +
           cases +
           "    esac\n"
           "    if [[ \"$word\" == -* ]]; then COMPREPLY=($(compgen -W \"$words\" -- \"$word\")); fi\n"
           "}\n"
           "complete -o default -F _spheretree spheretree\n";
}

std::string FishText(const CLI::App& tool) {
    std::string text;
    for (const CLI::App* verb : tool.get_subcommands({})) {
        const std::string name = verb->get_name();
        text += "complete -c spheretree -n __fish_use_subcommand -f -a " + name + " -d " +
                Quoted(verb->get_description()) + "\n";
        for (const CLI::Option* option : verb->get_options()) {
            if (option->get_lnames().empty() && option->get_snames().empty()) continue;
            text += "complete -c spheretree -n '__fish_seen_subcommand_from " + name + "'";
            for (const std::string& word : option->get_lnames()) text += " -l " + word;
            for (const std::string& word : option->get_snames()) text += " -s " + word;
            text += " -d " + Quoted(option->get_description()) + "\n";
        }
    }
    return text;
}

constexpr const char* kCompletionFooter = R"(Examples:
  source <(spheretree completion bash)
  spheretree completion bash > /etc/bash_completion.d/spheretree
  autoload -U +X bashcompinit && bashcompinit && source <(spheretree completion zsh)
  spheretree completion fish > ~/.config/fish/completions/spheretree.fish

Exit codes:
  0  the script was printed
  2  the command line is not understood)";

}  // namespace

std::function<int()> AddCompletionVerb(CLI::App& tool) {
    auto shell = std::make_shared<std::string>();
    CLI::App* verb = tool.add_subcommand("completion", "Print a script that lets a shell complete verbs and options");
    verb->add_option("SHELL", *shell, "bash, zsh or fish")->required()->check(CLI::IsMember({"bash", "zsh", "fish"}));
    verb->footer(kCompletionFooter);
    return [shell, &tool] {
        std::cout << (*shell == "fish" ? FishText(tool) : BashText(tool));
        return static_cast<int>(kDone);
    };
}

}  // namespace spheretree::tool
